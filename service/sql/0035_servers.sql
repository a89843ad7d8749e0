-- The server that this database was last seen on: its cluster, and its timeline, which grows with each promotion. The row is
-- replicated with everything else, so that a standby tells of a promotion even where its control file does not yet. Written
-- only by base.note_server.
create table base.server (
  only_row boolean primary key default true check (only_row),
  system text not null,
  timeline integer not null
);
grant select on base.server to specie_app;

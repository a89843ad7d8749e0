-- The queue of staff shows suspended rails.
create index rail_suspended on rails.rail (updated_at) where state = 'suspended';

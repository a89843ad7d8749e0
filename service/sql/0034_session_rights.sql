-- The service ends sessions, and changes nothing else of them: people.session_of notes that one was seen, and a factor that is
-- shown again opens another one.
revoke update (method, factor_at, seen_at) on people.session from specie_app;

-- What stops an institution looks at all of its things at once: these functions are gone, or got other arguments.
drop function if exists compliance.has_left(uuid);
drop function if exists compliance.leaves_us(text, uuid);
drop function if exists compliance.reasons_to_wait(uuid, text, text, uuid);

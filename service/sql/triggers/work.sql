create or replace trigger uat_only before insert or update on work.clock for each row execute function work.uat_only();

create or replace trigger moves before update on work.intent for each row execute function work.assert_intent_step();

create or replace trigger answer_stays before update of answer on work.request for each row execute function work.assert_answer_unchanged();

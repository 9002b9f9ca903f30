-- The import before the current one is kept, so that a rollback can put it in service again.
ALTER TABLE person_list_generations DROP CONSTRAINT person_list_generations_state_check;
ALTER TABLE person_list_generations ADD CONSTRAINT person_list_generations_state_check
  CHECK (state IN ('loading', 'current', 'previous', 'replaced', 'withdrawn', 'failed'));

-- The generation that took the place of this one. The whole year of an election replaces the files of its states.
ALTER TABLE person_list_generations ADD COLUMN replaced_by integer;

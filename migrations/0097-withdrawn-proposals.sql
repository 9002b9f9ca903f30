-- A proposed decision about a case that new facts were added to since: nobody confirms it any more.
ALTER TABLE case_decisions ADD COLUMN withdrawn_at timestamptz;
ALTER TABLE case_decisions ADD CONSTRAINT case_decisions_withdrawn
  CHECK (withdrawn_at IS NULL OR (needs_confirmation AND confirmed_by IS NULL)) NOT VALID;
ALTER TABLE case_decisions VALIDATE CONSTRAINT case_decisions_withdrawn;

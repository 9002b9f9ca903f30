-- The people whose faces say what the deployment's people have in common: one face of each of a few hundred. A row goes
-- with its face, and so with the person.
CREATE TABLE face_cohort_members (
  person_id text PRIMARY KEY,
  face_id text NOT NULL UNIQUE REFERENCES faces (id) ON DELETE CASCADE,
  template_model text NOT NULL
);

-- One row. The version tells every process which members to compare with; the raise is added to the score threshold.
CREATE TABLE face_cohort (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  version bigint NOT NULL,
  threshold_raise double precision NOT NULL DEFAULT 0 CHECK (threshold_raise >= 0)
);
INSERT INTO face_cohort (version) VALUES (1);

-- Triggers, so that no way of adding or removing a face can forget them. The count waits for the commit: until then
-- nobody else who registers or removes a face waits for this transaction.
CREATE FUNCTION count_cohort_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE face_cohort SET version = version + 1;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER face_cohort_members_changed AFTER INSERT OR DELETE OR UPDATE ON face_cohort_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_cohort_change();

CREATE FUNCTION leave_cohort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM face_cohort_members WHERE face_id = NEW.id AND template_model <> NEW.template_model;
  RETURN NULL;
END
$$;
CREATE TRIGGER faces_left_cohort AFTER UPDATE OF template_model ON faces
  FOR EACH ROW EXECUTE FUNCTION leave_cohort();

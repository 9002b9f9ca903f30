-- Scores of two models do not compare, so what is added to the score threshold belongs to one model.
CREATE TABLE face_threshold_raises (
  template_model text PRIMARY KEY,
  raise double precision NOT NULL CHECK (raise >= 0)
);
INSERT INTO face_threshold_raises (template_model, raise)
SELECT coalesce(
    (SELECT template_model FROM face_measurements ORDER BY id DESC LIMIT 1),
    (SELECT min(template_model) FROM face_cohort_members),
    'confere-default@3'
  ), threshold_raise
FROM face_cohort WHERE threshold_raise > 0;
ALTER TABLE face_cohort DROP COLUMN threshold_raise;

-- A template that gets that of a second network beside its own, or loses it, keeps its place in the cohort: a process
-- takes the part that it compares with. The names of such a model stand on both sides of "&".
CREATE OR REPLACE FUNCTION leave_cohort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF string_to_array(OLD.template_model, '&') && string_to_array(NEW.template_model, '&') THEN
    UPDATE face_cohort_members SET template_model = NEW.template_model WHERE face_id = NEW.id;
  ELSE
    DELETE FROM face_cohort_members WHERE face_id = NEW.id AND template_model <> NEW.template_model;
  END IF;
  RETURN NULL;
END
$$;

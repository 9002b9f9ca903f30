-- How often different registered people really match each other, as a job measures it. No personal data: counts only.
CREATE TABLE face_measurements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  template_model text NOT NULL,
  people integer NOT NULL,
  pairs integer NOT NULL,
  matches integer NOT NULL,
  possible_duplicates integer NOT NULL,
  promised double precision NOT NULL,
  score_threshold double precision NOT NULL,
  -- Counts of scores in steps of 0.05 from -1 on.
  histogram jsonb NOT NULL,
  by_client jsonb NOT NULL
);

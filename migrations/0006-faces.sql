-- A reference photo of a person with its sealed template. The newest rows without retired_at are compared.
CREATE TABLE faces (
  id text PRIMARY KEY,
  person_id text NOT NULL REFERENCES people (id),
  image_id text NOT NULL REFERENCES images (id),
  template_model text NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  quality jsonb NOT NULL,
  -- On what the photo was registered (LGPD, articles 7 and 11).
  legal_basis text,
  created_at timestamptz NOT NULL
);
CREATE INDEX faces_person ON faces (person_id, created_at DESC);
CREATE INDEX faces_image ON faces (image_id);
-- Templates by the model that made them: re-embedding looks for those of other models, page by page.
CREATE INDEX faces_template_model ON faces (template_model, id);

-- What copies of a reference photo are recognised by: the aligned face in grey, sealed. `method`
-- names how it was drawn, since only those of one method compare.
CREATE TABLE face_fingerprints (
  id text PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
  method text NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);

-- One comparison that was answered, by month of the time in its identifier. What is personal (CPF, source address,
-- device) is in the sealed part.
-- Of one whose person was erased the verdict and the time stay; photos and the personal part go.
CREATE TABLE attempts (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  client_id text NOT NULL,
  person_id text NOT NULL REFERENCES people (id),
  registered_image_id text REFERENCES images (id),
  received_image_id text REFERENCES images (id),
  similarity double precision NOT NULL,
  is_face_match boolean NOT NULL,
  liveness_probability double precision NOT NULL,
  is_alive boolean NOT NULL,
  is_match boolean NOT NULL,
  decision jsonb NOT NULL,
  key_id text,
  wrapped_key bytea,
  ciphertext bytea,
  erased_at timestamptz
) PARTITION BY RANGE (id);
-- Newest first, of a person and of a client. Identifiers have the order of time, and tell their partition.
CREATE INDEX attempts_person_id ON attempts (person_id, id DESC);
CREATE INDEX attempts_client_id ON attempts (client_id, id DESC);
CREATE INDEX attempts_registered_image ON attempts (registered_image_id);
CREATE INDEX attempts_received_image ON attempts (received_image_id);

-- What was before the month of the first start.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE attempts_first PARTITION OF attempts FOR VALUES FROM (MINVALUE) TO (%L)',
    'att_' || lpad(to_hex((extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC')) * 1000)::bigint), 12, '0'));
END;
$$;

-- For months that have no partition yet; also the model of those that are made.
CREATE TABLE attempts_rest PARTITION OF attempts DEFAULT;

-- The attempt an Idempotency-Key led to, so that the same request again gets the same attempt. Written in one
-- statement with its attempt; one whose attempt was dropped leads to none.
CREATE TABLE attempt_idempotency_keys (
  client_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_digest bytea NOT NULL,
  attempt_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, idempotency_key)
);
CREATE INDEX attempt_idempotency_keys_created ON attempt_idempotency_keys (created_at);

-- A photo sent ahead of its authentication. Found by the keyed hash of the CPF: the person may not exist.
CREATE TABLE captures (
  id text PRIMARY KEY,
  cpf_index bytea NOT NULL,
  client_id text NOT NULL,
  image_id text NOT NULL REFERENCES images (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX captures_unused ON captures (cpf_index, client_id, created_at DESC) WHERE used_at IS NULL;
CREATE INDEX captures_expiry ON captures (expires_at);
CREATE INDEX captures_image ON captures (image_id);

-- Sums of attempts by hour, day and month (UTC), for figures over time. Nothing personal: counts by client and network.
CREATE TABLE attempt_sums (
  level text NOT NULL CHECK (level IN ('hour', 'day', 'month')),
  starts_at timestamptz NOT NULL,
  -- '' sums all clients.
  client_id text NOT NULL,
  -- '' for attempts that recorded none.
  template_model text NOT NULL,
  attempts integer NOT NULL,
  matches integer NOT NULL,
  -- Of similarities in ten-thousandths, and of their squares: whole numbers, so that no order of adding matters.
  similarities bigint NOT NULL,
  similarity_squares bigint NOT NULL,
  timed integer NOT NULL,
  -- Counts by outcome, similarity and duration; src/faces/attempt-sums.ts says what each place counts.
  outcomes integer[] NOT NULL,
  scores integer[] NOT NULL,
  times integer[] NOT NULL,
  PRIMARY KEY (client_id, level, starts_at, template_model)
) WITH (fillfactor = 60);
CREATE INDEX attempt_sums_clients ON attempt_sums (level, starts_at) WHERE client_id <> '';

-- Attempts that are in no sum yet. Written with the attempt, taken out with the change of the sums.
CREATE TABLE attempts_to_sum (
  attempt_id text PRIMARY KEY
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

-- What happened to templates, for those who keep copies of them in memory. A row names a face; whoever reads it looks
-- up how that face stands now. xid, not the sequence, tells what a reader has seen: numbers are given out before the
-- commit, and a lower one may become visible after a higher one.
CREATE TABLE face_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  face_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX face_changes_xid ON face_changes (xid, sequence);
CREATE INDEX face_changes_at ON face_changes (at);

-- A trigger, so that no way of removing a face, erasure among them, can forget it. Wrapping keys anew is no change.
CREATE FUNCTION note_face_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO face_changes (face_id) VALUES (coalesce(NEW.id, OLD.id));
  RETURN NULL;
END
$$;
CREATE TRIGGER faces_changed AFTER INSERT OR DELETE OR UPDATE OF template_model, ciphertext, person_id ON faces
  FOR EACH ROW EXECUTE FUNCTION note_face_change();

-- Registered faces whose search for duplicates has not ended: a row is written with the face, and goes when every other
-- face was compared. A job finishes those of killed processes and of a peer that was missing.
CREATE TABLE pending_duplicate_searches (
  face_id text PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- People already reported as possible duplicates of the face: nobody is reported twice.
  reported text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX pending_duplicate_searches_due ON pending_duplicate_searches (due_at, face_id);

-- The people whose faces say what the deployment's people have in common: one face of each of a few hundred. A row goes
-- with its face, and so with the person.
CREATE TABLE face_cohort_members (
  person_id text PRIMARY KEY,
  face_id text NOT NULL UNIQUE REFERENCES faces (id) ON DELETE CASCADE,
  template_model text NOT NULL
);

-- One row. The version tells every process which members to compare with.
CREATE TABLE face_cohort (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  version bigint NOT NULL
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

-- A template that gets that of a second network beside its own, or loses it, keeps its place in the cohort: a process
-- takes the part that it compares with. The names of such a model stand on both sides of "&".
CREATE FUNCTION leave_cohort() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF string_to_array(OLD.template_model, '&') && string_to_array(NEW.template_model, '&') THEN
    UPDATE face_cohort_members SET template_model = NEW.template_model WHERE face_id = NEW.id;
  ELSE
    DELETE FROM face_cohort_members WHERE face_id = NEW.id AND template_model <> NEW.template_model;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER faces_left_cohort AFTER UPDATE OF template_model ON faces
  FOR EACH ROW EXECUTE FUNCTION leave_cohort();

-- Scores of two models do not compare, so what is added to the score threshold belongs to one model.
CREATE TABLE face_threshold_raises (
  template_model text PRIMARY KEY,
  raise double precision NOT NULL CHECK (raise >= 0)
);

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
  by_client jsonb NOT NULL,
  -- Pairs by the kind of device that each person last authenticated with.
  by_device jsonb NOT NULL DEFAULT '[]'
);

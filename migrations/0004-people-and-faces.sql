-- Random keys of the deployment, sealed under the master key, so that every replica has the same ones and they
-- outlive a rotation of the master key.
CREATE TABLE named_keys (
  name text PRIMARY KEY,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A person. The CPF is sealed; cpf_index is its keyed hash, the only way to find a row by CPF.
CREATE TABLE people (
  id text PRIMARY KEY,
  cpf_index bytea NOT NULL UNIQUE,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL
);

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
  created_at timestamptz NOT NULL
);
CREATE INDEX faces_person ON faces (person_id, created_at DESC);
CREATE INDEX faces_image ON faces (image_id);

-- One comparison that was answered. What is personal (CPF, source address, device) is in the sealed part.
CREATE TABLE attempts (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  client_id text NOT NULL,
  person_id text NOT NULL REFERENCES people (id),
  registered_image_id text NOT NULL REFERENCES images (id),
  received_image_id text NOT NULL REFERENCES images (id),
  similarity double precision NOT NULL,
  is_face_match boolean NOT NULL,
  liveness_probability double precision NOT NULL,
  is_alive boolean NOT NULL,
  is_match boolean NOT NULL,
  decision jsonb NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);
CREATE INDEX attempts_person ON attempts (person_id, created_at DESC);
CREATE INDEX attempts_registered_image ON attempts (registered_image_id);
CREATE INDEX attempts_received_image ON attempts (received_image_id);

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

-- The attempt an Idempotency-Key led to, so that the same request again gets the same attempt.
CREATE TABLE attempt_idempotency_keys (
  client_id text NOT NULL,
  idempotency_key text NOT NULL,
  request_digest bytea NOT NULL,
  attempt_id text NOT NULL REFERENCES attempts (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, idempotency_key)
);
CREATE INDEX attempt_idempotency_keys_created ON attempt_idempotency_keys (created_at);

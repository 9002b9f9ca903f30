-- What copies of a reference photo are recognised by: the aligned face in grey, sealed. A photo registered before has
-- none until it is first needed; `method` names how it was drawn, since only those of one method compare.
CREATE TABLE face_fingerprints (
  id text PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
  method text NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL
);

-- Attempts are listed newest first: of everybody, of a person, of a client. Ids begin with the moment they were made.
CREATE INDEX attempts_person_id ON attempts (person_id, id DESC);
CREATE INDEX attempts_client_id ON attempts (client_id, id DESC);

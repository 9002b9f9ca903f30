-- Templates by the model that made them: re-embedding looks for those of other models, page by page.
CREATE INDEX faces_template_model ON faces (template_model, id);

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

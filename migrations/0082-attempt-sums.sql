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

-- Attempts before `listed_from` were never listed in attempts_to_sum; those of them before `unsummed_before` are in no
-- sum yet. Replicas of the older version list none: an hour is theirs to go on in.
CREATE TABLE attempt_sum_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  listed_from text NOT NULL,
  unsummed_before text NOT NULL
);
INSERT INTO attempt_sum_progress (listed_from, unsummed_before)
SELECT bound, bound
  FROM (SELECT CASE WHEN EXISTS (SELECT FROM attempts)
    THEN 'att_' || lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + 3600000), 12, '0')
    ELSE '' END AS bound) AS start;

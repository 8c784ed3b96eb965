-- Servers whose save folder is being read for the first time. A row is there from the first batch of such a reading to its
-- last, so that a reading that was cut off goes on as what it was: players who are met in it are no news.
create table players.first_readings (
  server text collate "C" primary key
);

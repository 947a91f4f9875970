-- An advisory lock keeps two runs apart; this table was the library's.
drop table if exists migration_lock;

-- The language in which an account last registered or logged in: that of mails about its raffles. Null until then.
alter table users add column language text check (language in ('de', 'en', 'fil'));

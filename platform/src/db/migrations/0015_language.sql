-- What an account is written to in, and what its page showed when it last signed in or renewed its token.
alter table login_account add column language text not null default 'en-US'
  check (language ~ '^[a-z]{2}-[A-Z]{2}$');

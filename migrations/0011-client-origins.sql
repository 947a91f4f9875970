-- Pages of registered clients may call us from the browser. Which origins these are follows from
-- where the clients are sent back to, written as browsers write an origin.
create function origins_of(redirect_uris text[]) returns text[]
  language sql immutable parallel safe
  return array(
    select regexp_replace(
             lower(substring(uri from '^https?://[^/?#]+')),
             '^(https://.+):443$|^(http://.+):80$', '\1\2')
      from unnest(redirect_uris) as uri);

create index oauth_client_by_origin on oauth_client using gin (origins_of(redirect_uris))
  where disabled_at is null;

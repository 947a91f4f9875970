-- The browser that went on with a copied link: no other one accepts with it. SHA-256 of what its cookie holds.
alter table invitation_link add column opened_by bytea;

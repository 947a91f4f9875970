-- Services and regions are kept as they are compared everywhere: case does not count, nor do blanks
-- around a service or anywhere in a region.
update event
   set services = array(select distinct lower(btrim(name)) from unnest(services) as name),
       regions = array(select distinct lower(regexp_replace(name, '[[:space:]@]', '', 'g'))
                         from unnest(regions) as name);

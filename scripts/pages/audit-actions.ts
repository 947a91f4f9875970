import { AUDIT_ACTIONS } from '../../src/directory/audit-actions.ts'

/** Every action that the audit trail can contain, as a page for people. */
export const auditActionsPage = (): string =>
  [
    '# Actions in the audit trail',
    '',
    'The audit row of a change is written in the same transaction. Failed sign-ins are counted in separate rows.',
    '`GET /operator/v1/audit` lists the rows. These are all the values of `action`. A prefix that ends with a dot finds a group, such as `token.`.',
    '',
    '| Action | What it records | Who can cause it |',
    '|---|---|---|',
    ...Object.entries(AUDIT_ACTIONS).map(
      ([action, row]) => `| \`${action}\` | ${row.join(' | ')} |`,
    ),
    '',
    'This page is generated from `src/directory/audit-actions.ts` by `npm run generate`.',
    '',
  ].join('\n')

import type { components } from './generated/operator.ts'

export type FirstStep = components['schemas']['FirstStep']

/** The command that does each step of a new installation. */
export const FIRST_STEP_COMMANDS: Readonly<Record<FirstStep['step'], string>> = {
  'second-operator': 'binnacle operator promote bob@example.com',
  mail: 'binnacle operator test-mail',
  issuer: 'binnacle login',
  organization: 'binnacle orgs create "Harbour crew" --name harbour-crew',
  subscription:
    'binnacle operator subscriptions create "Tide tables" --org harbour-crew --id tides',
  services: 'binnacle operator subscriptions footprint tides --add "Storage@West US"',
  access: 'binnacle operator access grant tides reader --group Engineers',
  drill:
    'binnacle operator events publish --drill --to tides --type ServiceIssue --title "Writes are slow"',
}

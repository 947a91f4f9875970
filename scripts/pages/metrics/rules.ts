import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const RULES_FILE = 'deploy/prometheus/binnacle.rules.yml'

export type Rule = Readonly<{
  alert: string
  expr: string
  for?: string
  labels: Readonly<{ severity: string }>
  annotations: Readonly<Record<string, string>>
}>

export const listRules = (text = readFileSync(RULES_FILE, 'utf8')): Rule[] =>
  (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules)

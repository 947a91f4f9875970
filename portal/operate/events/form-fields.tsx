import { Field, Input, Select, Textarea } from '@fluentui/react-components'

type Common = Readonly<{ label: string; value: string; onType: (value: string) => void }>

type TextProps = Common &
  Readonly<{
    maxLength: number
    isRequired?: boolean
    hint?: string | undefined
    problem?: string | undefined
    /** For a text of several lines. */
    rows?: number
  }>

export function TextField({ label, value, onType, maxLength, rows, ...rest }: TextProps) {
  const { isRequired = false, hint, problem } = rest
  const common = { value, maxLength, autoComplete: 'off' }
  return (
    <Field
      label={label}
      required={isRequired}
      {...(hint !== undefined && { hint })}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      {rows === undefined ? (
        <Input {...common} onChange={(_event, data) => onType(data.value)} />
      ) : (
        <Textarea {...common} rows={rows} onChange={(_event, data) => onType(data.value)} />
      )}
    </Field>
  )
}

type ChoiceProps = Common &
  Readonly<{ options: readonly (readonly [value: string, name: string])[] }>

export function ChoiceField({ label, value, onType, options }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(_event, data) => onType(data.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({ bar: { marginBottom: tokens.spacingVerticalXL } })

/** What is switched off points here with `aria-describedby`. */
export const WHO_CAN_ID = 'who-can'

/** Why what stands below is switched off for you, and whom to ask. */
export function WhoCan({ sentence }: Readonly<{ sentence: string }>) {
  return (
    <div id={WHO_CAN_ID} className={useStyles().bar}>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>{sentence}</MessageBarBody>
      </MessageBar>
    </div>
  )
}

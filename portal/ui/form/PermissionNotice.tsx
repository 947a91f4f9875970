import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({ bar: { marginBottom: tokens.spacingVerticalXL } })

/** Disabled controls refer to it with `aria-describedby`. */
export const PERMISSION_NOTICE_ID = 'who-can'

/** Explains why the controls below are disabled, and who can use them. */
export function PermissionNotice({ sentence }: Readonly<{ sentence: string }>) {
  return (
    <div id={PERMISSION_NOTICE_ID} className={useStyles().bar}>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>{sentence}</MessageBarBody>
      </MessageBar>
    </div>
  )
}

import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

export const useTableStyles = makeStyles({
  table: { ...typographyStyles.body1, width: '100%', borderCollapse: 'collapse' },
  cell: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    paddingLeft: 0,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
  },
  header: { whiteSpace: 'nowrap' },
})

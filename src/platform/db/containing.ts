/** For `ilike`: any text that contains this one, in which no character has a special meaning. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

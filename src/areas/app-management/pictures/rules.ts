const ADDRESS = /\/v0\.1\/public\/pictures\/([0-9a-f]{64})$/

/** Where a picture is shown, below the base address. */
export const pathOfPicture = (hash: Buffer) => `/v0.1/public/pictures/${hash.toString('hex')}`

/** The picture of ours that an address leads to, if it does. */
export function pictureHashOf(url: string | null | undefined): Buffer | undefined {
  const hash = url?.match(ADDRESS)?.[1]
  return hash === undefined ? undefined : Buffer.from(hash, 'hex')
}

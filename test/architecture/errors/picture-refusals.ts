import type { Refusal } from './refusals.ts'

export const pictureRefusals = {
  formUnreadable: {
    when: 'An upload that is incomplete or does not match its boundary',
    provoke: ({ send, ada }) =>
      send(
        `POST /v0.1/apps/ada/tide/avatar HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5\r\n\r\n--y\r\n`,
      ),
  },
  tooManyParts: {
    when: 'An upload in a form with more than 10 parts',
    about: [10],
    provoke: ({ call, ada }) => {
      const form = new FormData()
      for (let i = 0; i < 11; i++) form.append('avatar', 'x')
      return call(ada.token, 'POST', '/v0.1/apps/ada/tide/avatar', form)
    },
  },
  partHeadersTooLong: {
    when: 'An upload in a form with a part whose headers are longer than 4 KiB',
    provoke({ send, ada }) {
      const body = `--x\r\n${'a: b\r\n'.repeat(700)}--x--\r\n`
      return send(
        `POST /v0.1/apps/ada/tide/avatar HTTP/1.1\r\nX-API-Token: ${ada.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
    },
  },
  pictureMissing: {
    when: 'An upload without a picture',
    provoke: ({ call, ada }) => call(ada.token, 'POST', '/v0.1/apps/ada/tide/avatar', {}),
  },
  notAPicture: {
    when: 'An upload of an unsupported file',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/avatar', upload('<svg/>')),
  },
  pictureTooLarge: {
    when: 'An upload of a picture larger than 1 MiB',
    provoke: ({ call, ada }) =>
      call(ada.token, 'POST', '/v0.1/apps/ada/tide/avatar', upload('x'.repeat(1024 * 1024 + 1))),
  },
  tooManyPictures: {
    when: 'Too many requests for pictures from one IP address',
    about: [10],
    async provoke({ callLimited }) {
      const path = `/v0.1/public/pictures/${'0'.repeat(64)}`
      await callLimited(undefined, 'GET', path)
      return callLimited(undefined, 'GET', path)
    },
  },
} satisfies Record<string, Refusal>

function upload(content: string): FormData {
  const form = new FormData()
  form.set('avatar', new Blob([content]), 'logo')
  return form
}

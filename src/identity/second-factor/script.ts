import { readFileSync } from 'node:fs'

/** Of the library, for pages without modules: `SimpleWebAuthnBrowser`. */
const readLibrary = () =>
  readFileSync(
    new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
    'utf8',
  )

/**
 * Sends a form with what the passkey answers. Without a script, or in a browser without passkeys, the
 * button stays hidden and a sentence says so.
 */
const OWN = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { startAuthentication, startRegistration, browserSupportsWebAuthn } = SimpleWebAuthnBrowser
  const problem = form.querySelector('[role=alert]')
  const show = (text) => {
    problem.textContent = text
    problem.hidden = false
  }
  if (!browserSupportsWebAuthn()) continue
  form.querySelector('[data-unsupported]').hidden = true
  form.querySelector('[data-supported]').hidden = false
  let isRunning = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isRunning) return
    isRunning = true
    problem.hidden = true
    const optionsJSON = JSON.parse(form.dataset.options)
    const { userVerification } = optionsJSON.authenticatorSelection ?? optionsJSON
    try {
      const start = form.dataset.passkey === 'enrol' ? startRegistration : startAuthentication
      form.elements.answer.value = JSON.stringify(await start({ optionsJSON }))
      form.submit()
    } catch (error) {
      isRunning = false
      show(
        error.name === 'InvalidStateError'
          ? 'This device already has a passkey for your account. Use another device or security key.'
          : 'The passkey was not used: it was cancelled, it took too long, or the device rejected it. Try again.' +
              (userVerification === 'required' ? ' An operator must use a passkey that asks for a PIN, a fingerprint or a face. If yours does not, use another second factor.' : ''),
      )
    }
  })
}
`

export const makeScript = () => `${readLibrary()}\n${OWN}`

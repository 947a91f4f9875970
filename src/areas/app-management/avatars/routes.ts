import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { toVisibleApp } from '../apps/routes.ts'
import { App } from '../apps/wire.ts'
import {
  formUnreadable,
  lengthRequired,
  partHeadersTooLong,
  pictureMissing,
  pictureTooLarge,
  tooManyParts,
} from '../errors.ts'
import { operation } from '../operation.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { setAppAvatar, setOrganizationAvatar } from './actions.ts'
import { boundaryOf, judgeForm, LARGEST_PICTURE_BYTES, MOST_PARTS } from './rules.ts'

const APP = '/v0.1/apps/:owner_name/:app_name/avatar'
const ORG = '/v0.1/orgs/:org_name/avatar'
const UPLOAD = Type.Object({ avatar: Type.String({ format: 'binary' }) })

/** Room for what a form puts around the picture. */
const LARGEST_FORM_BYTES = LARGEST_PICTURE_BYTES + 64 * 1024

/** A scope of its own, because only here a body may be anything but JSON. */
export async function avatarRoutes(app: Routes, db: Db, baseUrl: string): Promise<void> {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: LARGEST_FORM_BYTES },
    (_request, body, done) => {
      if (body.length === 0) done(lengthRequired(), undefined)
      else done(null, body)
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(body.length === 0 ? lengthRequired() : pictureMissing(), undefined)
  })
  uploadRoutes(app, db, baseUrl)
  removeRoutes(app, db, baseUrl)
}

function uploadRoutes(app: Routes, db: Db, baseUrl: string): void {
  const description = 'A PNG, JPEG, GIF or WebP file of at most 1 MiB, in a part named `avatar`.'
  // The form is taken apart by the handler: there is no object to validate.
  const form = { validatorCompiler: () => () => true }
  const uploadOfApp = operation('uploadAppAvatar', 'change app', {
    tag: 'apps',
    summary: 'Upload the picture of an app',
    description,
    body: UPLOAD,
    consumes: ['multipart/form-data'],
    answers: { 200: answer('The app.', ref(App)) },
  })
  app.post(APP, { ...uploadOfApp, ...form }, async (request) => {
    const bytes = await readPicture(request)
    const { call, target } = request
    return toVisibleApp(await setAppAvatar(db, call, target, { bytes, baseUrl }), call.caller)
  })
  const uploadOfOrg = operation('uploadOrgAvatar', 'change organization', {
    tag: 'organizations',
    summary: 'Upload the picture of an organization',
    description,
    body: UPLOAD,
    consumes: ['multipart/form-data'],
    answers: { 200: answer('The organization.', ref(Organization)) },
  })
  app.post(ORG, { ...uploadOfOrg, ...form }, async (request) => {
    const bytes = await readPicture(request)
    const { call, target } = request
    return toOrganization(await setOrganizationAvatar(db, call, target, { bytes, baseUrl }))
  })
}

async function readPicture({ body, headers }: FastifyRequest): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw pictureMissing()
  const boundary = boundaryOf(headers['content-type'])
  if (boundary === undefined) throw formUnreadable(new Error('no boundary'))
  // First: taking a form of thousands of parts or headers apart would hold up everybody else.
  const fault = judgeForm(body, boundary)
  if (fault === 'many-parts') throw tooManyParts(MOST_PARTS)
  if (fault === 'long-headers') throw partHeadersTooLong()
  const type = `multipart/form-data; boundary="${boundary}"`
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw formUnreadable(cause)
    })
  const picture = form.get('avatar')
  if (picture === null || typeof picture === 'string') throw pictureMissing()
  if (picture.size > LARGEST_PICTURE_BYTES) throw pictureTooLarge()
  return Buffer.from(await picture.arrayBuffer())
}

function removeRoutes(app: Routes, db: Db, baseUrl: string): void {
  app.delete(
    APP,
    operation('deleteAppAvatar', 'change app', {
      tag: 'apps',
      summary: 'Remove the picture of an app',
      answers: { 200: answer('The app.', ref(App)) },
    }),
    async ({ call, target }) =>
      toVisibleApp(await setAppAvatar(db, call, target, { bytes: null, baseUrl }), call.caller),
  )
  app.delete(
    ORG,
    operation('deleteOrgAvatar', 'change organization', {
      tag: 'organizations',
      summary: 'Remove the picture of an organization',
      answers: { 200: answer('The organization.', ref(Organization)) },
    }),
    async ({ call, target }) =>
      toOrganization(await setOrganizationAvatar(db, call, target, { bytes: null, baseUrl })),
  )
}

import { describe, expect, test } from 'vitest'
import { api, operations } from '../http/operations.ts'

type Fields = Readonly<Record<string, unknown>>
interface Shape {
  $ref?: string
  properties?: Fields
  required?: readonly string[]
  allOf?: readonly Shape[]
}

const paths = api.combined.paths as Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        {
          requestBody?: { content: Record<string, { schema: Shape }> }
          responses: Record<string, { content?: Record<string, { schema: Shape }> }>
        }
      >
    >
  >
>

const inside = (shape: Shape): Shape => {
  if (!shape.$ref) return shape
  const names = shape.$ref.replace(/^#\//, '').split('/')
  return inside(names.reduce<unknown>((at, name) => (at as Fields)[name], api.combined) as Shape)
}
const fieldsOf = (shape: Shape): string[] => {
  const { properties = {}, allOf = [] } = inside(shape)
  return [...Object.keys(properties), ...allOf.flatMap(fieldsOf)]
}

const callAt = (method: string, path: string) => {
  const known = operations.find((one) => one.method === method && one.path === path)
  return known && paths[path]?.[method.toLowerCase()]
}

// Whether each has a handler, and answers as its document says, is proved by the contract of every operation.
describe('spec 1 §7 calls', () => {
  test.each([
    '1.7-033 GET /udm/device/list',
    '1.7-040 GET /udm/device/fetchGtwWithoutUser',
    '1.7-041 GET /udm/device/hg/info/list',
    '1.7-042 GET /udm/device/hg/{sn}/info',
    '1.7-043 GET /udm/device/getGatewayName/{sn}',
    '1.7-044 GET /udm/device/{sn}/checkConnectionStatus',
    '1.7-045 POST /udm/device/{sn}/reboot',
    '1.7-046 POST /udm/device/{sn}/factoryReset',
    '1.7-048 GET /udm/device/{sn}/checkUserPrivilegeMode',
    '1.7-049 GET /udm/device/{sn}/checkGtwPrivilegeMode',
    '1.7-050 GET /udm/device/{sn}/checkGtwPinLockedMode',
    '1.7-052 PUT /udm/device/{sn}/unassign',
    '1.7-054 POST /udm/device/disconnectUser',
    '1.7-055 POST /udm/device/{sn}/activatePrivilege',
    '1.7-056 POST /udm/device/{sn}/deactivatePrivilege',
    '1.7-057 POST /udm/device/{sn}/activateGtwPinLockedMode',
    '1.7-058 POST /udm/device/{sn}/deactivateGtwPinLockedMode',
    '1.7-059 POST /udm/device/upload/one/vg',
    '1.7-060 DELETE /udm/device/{sn}',
    '1.7-061 GET /udm/hardware/list',
    '1.7-062 GET /udm/admin/generate-sn-and-sid',
    '1.7-063 POST /udm/admin/campaign/confirm',
  ])('%s exists', (line) => {
    const [, method = '', path = ''] = line.split(' ')
    expect(callAt(method, path)).toBeDefined()
  })

  test.each([
    [
      '1.7-051',
      'PUT',
      '/udm/device/{sn}/assign',
      ['serialNumber', 'userId', 'name', 'secureId', 'licenceKey'],
    ],
    ['1.7-053', 'PUT', '/udm/device/{sn}/rename', ['name']],
    ['1.7-064', 'POST', '/udm/device/upload/one/vg', ['hardwareModel', 'firmwareModel', 'creatorId']],
    ['1.7-070 3.7-073', 'POST', '/subs/licenceKeyForUser', ['username', 'serial', 'email']],
    ['1.7-072', 'POST', '/udm/admin/campaign/confirm', ['gatewayID', 'campaignID']],
    ['1.7-073', 'POST', '/notifier/notifysuperadmin', ['action', 'uniqueIdentifier']],
  ])('%s %s %s asks %j', (_atom, method, path, fields) => {
    const body = Object.values(callAt(method, path)?.requestBody?.content ?? {})[0]?.schema
    expect(body && fieldsOf(body)).toEqual(expect.arrayContaining(fields))
  })

  // 1.7-047
  test('what a GET would change by its name is a POST, PUT or DELETE; three documented ones act, each guarded by a secret or a header', () => {
    const acting =
      /reboot|reset|activate|assign(?!ed)|rename|remove|delete|verify|confirm|create|generate|logout|upload|repair|disconnect/i
    const gets = operations.filter(
      ({ method, id, path }) => method === 'GET' && acting.test(id) && !path.endsWith('Url'),
    )
    expect(gets.map(({ path }) => path).sort()).toEqual([
      '/auth/activate/{token}',
      '/auth/logout',
      '/udm/admin/generate-sn-and-sid',
    ])
  })

  // 1.7-081
  test.each(
    operations
      .filter(({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'limit'))
      // Templates of announcements have a shape of their own (spec 3 §7).
      .filter(({ id }) => id !== 'listTemplates')
      .map(({ id, path }) => [id, path] as const),
  )('the paged list %s answers data and count', (_id, path) => {
    const responses = Object.entries(paths[path]?.get?.responses ?? {})
    const [, success] = responses.find(([status]) => status.startsWith('2')) ?? []
    const [schema] = Object.values(success?.content ?? {}).map((one) => one.schema)
    expect(schema && inside(schema).required).toEqual(expect.arrayContaining(['data', 'count']))
  })
})

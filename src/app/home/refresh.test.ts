import { afterEach, expect, test, vi } from 'vitest'
import { takeEvent } from '#session/events.ts'
import { credentials, gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { refreshGateways } from '#session/refresh.ts'
import { session } from '#session/session.ts'

afterEach(() => {
  session.end()
  vi.unstubAllGlobals()
})

/** The server answers with how gateway A was before; then news comes, and only then the answer. */
async function overtaken(role: string): Promise<void> {
  session.signIn(credentials)
  session.learn({ settings, user: userOf(role), gateways: [gatewayOf('A')] })
  session.chooseGateway(gatewayOf('A'))
  let tell = (_event: string, _data: unknown): void => {}
  vi.stubGlobal('fetch', async () => {
    const news = ['privilege_changed', { serialNumber: 'A', privileged: true, userId: 'u9' }] as const
    takeEvent(session, ...news)
    tell(...news)
    return Response.json(
      role === 'admin'
        ? gatewayOf('A', { name: 'Renamed' })
        : { data: [gatewayOf('A', { name: 'Renamed' })], count: 1 },
    )
  })
  await refreshGateways((listen) => {
    tell = listen
    return () => {}
  })
}

// 1.4-038
test.each(['users', 'admin'])('news that overtakes the answer is not undone by it, %s', async (role) => {
  await overtaken(role)
  expect(session.state().gateway).toMatchObject({ name: 'Renamed', privileged: true, privilegedBy: 'u9' })
})

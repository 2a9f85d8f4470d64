import { expect, test, vi } from 'vitest'
import type { OauthClient } from './clients.ts'
import { letIn } from './platforms.ts'

const client = (clientId: string, ...redirectUris: string[]): [string, OauthClient] => [
  clientId,
  { clientId, name: clientId, redirectUris, scopes: ['gateway'] },
]
const registered = new Map([
  client('voice', 'https://voice.example/back'),
  client('hub', 'https://hub.example/back', 'https://c2c-eu.smartthings.com/oauth/callback'),
  client('alike', 'https://notsmartthings.com/back'),
  client('app', 'com.example.app:/back'),
])

// 1.6-074 3.6-048
test('programs of SmartThings are known only where the deployment has switched ENABLE_SMARTTHINGS on', () => {
  const leaveOut = vi.fn()
  expect([...letIn(registered, { ENABLE_SMARTTHINGS: true }, leaveOut).keys()]).toEqual([
    ...registered.keys(),
  ])
  expect(leaveOut).not.toHaveBeenCalled()
  expect([...letIn(registered, {}, leaveOut).keys()]).toEqual(['voice', 'alike', 'app'])
  expect(leaveOut).toHaveBeenCalledExactlyOnceWith('hub', 'ENABLE_SMARTTHINGS')
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { actionContextOf } from '#engine/testing/action-context.ts'
import { external } from '#session/external.ts'
import { tellExternalFailure } from './actions.ts'

const toast = vi.fn<ActionContext['toast']>()
const tell = (route: Record<string, string>) =>
  tellExternalFailure(actionContextOf({ bound: { route }, toast }))
afterEach(() => {
  toast.mockClear()
  external.forget()
})

// 1.2-028
describe('B-06 what /login-failed says', () => {
  test('are the words that belong to the sign-in of this tab', async () => {
    external.begin({ state: 'ours', instance: 'idp' })
    await tell({ state: 'ours', error_msg: 'The account is locked.' })
    expect(toast).toHaveBeenCalledWith({ text: 'The account is locked.', tone: 'danger' })
  })

  test.each([
    ['of another sign-in', { state: 'theirs', error_msg: 'Call us.' }, true],
    ['without a state', { error_msg: 'Call us.' }, true],
    ['without a state, where no sign-in was begun', { error_msg: 'Call us.' }, false],
    ['with a state, where no sign-in was begun', { state: 'theirs', error_msg: 'Call us.' }, false],
  ])('are never words %s', async (_which, route, begun) => {
    if (begun) external.begin({ state: 'ours', instance: 'idp' })
    await tell(route as Record<string, string>)
    expect(toast).not.toHaveBeenCalled()
  })
})

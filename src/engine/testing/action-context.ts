import type { ActionContext } from '../actions/code-action.ts'
import { situationOf } from './render-screen.tsx'

const unexpected = (): never => {
  throw new Error('The action was not expected to do this')
}

/** What an action is given by a screen: only what the test names may be done with it. */
export const actionContextOf = (part: Partial<ActionContext>): ActionContext => ({
  ...{ bound: {}, params: {}, situation: situationOf(), ports: undefined },
  ...{ limit: unexpected, goto: unexpected, go: unexpected, refetch: unexpected },
  ...{ each: unexpected, toast: unexpected, overlay: unexpected, alert: unexpected },
  ...part,
})

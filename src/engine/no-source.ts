import type { Refused, Source } from './ports.ts'

const refused = async (): Promise<Refused> => ({ ok: false, code: '', message: '', reported: true })
const unanswered = (): Promise<never> => Promise.reject(new Error('There is nobody to ask'))

/** For what is shown without a server: nothing is there, and nothing can be called. */
export const noSource: Source = {
  list: async () => ({ rows: [], total: 0 }),
  watch: () => () => {},
  act: async () => ({ ok: true, data: undefined }),
  one: async () => ({}),
  sendCode: async () => {},
  call: refused,
  order: refused,
  load: unanswered,
  ask: unanswered,
}

import { describe, expect, test, vi } from 'vitest'
import { errorRules } from '#data/errors/error-rules.ts'
import { createReport } from '#data/report.ts'
import { RequestError } from '#data/request-error.ts'
import { createSource } from '#data/source.ts'
import { createRowsClient } from '#engine/rows.ts'
import asm from '#schemas/api/asm.json' with { type: 'json' }
import bom from '#schemas/api/bom.json' with { type: 'json' }

/** What is asked of an area while nobody has pressed anything. */
const readsOf = ({ paths }: { paths: object }): string[] =>
  Object.values(paths).flatMap((methods: { get?: { operationId: string } }) => methods.get?.operationId ?? [])

function failing() {
  const [log, aloud] = [vi.fn(), vi.fn()]
  const fail = () => Promise.reject(new RequestError(500, [{ errorCode: 'INTERNAL', message: 'no' }]))
  const source = createSource({
    http: { send: fail, call: fail },
    call: fail,
    report: createReport(errorRules, {
      ...{ log, toast: aloud, dialog: aloud, loginMessage: aloud, logout: aloud, privilege: aloud },
      readSession: fail,
      say: (key) => key,
    }),
    cache: createRowsClient(),
    standing: () => ({ session: { id: 'u1' }, gateway: undefined }),
    onEvent: () => () => {},
  })
  return { source, log, aloud }
}

// decision 0177
describe.each([
  ['3.8-061 announcements', asm],
  ['3.8-062 bulk operations', bom],
])('%s: what could not be read', (_area, document) => {
  const reads = readsOf(document)
  test.each(reads)('by %s is kept in the log, and nobody is interrupted', async (operation) => {
    const { source, log, aloud } = failing()
    await expect(source.load(operation as never, {} as never)).rejects.toThrow()
    expect(log).toHaveBeenCalledExactlyOnceWith({ status: 500, code: 'INTERNAL', message: 'no' })
    expect(aloud).not.toHaveBeenCalled()
  })

  test('is of several calls', () => expect(reads.length).toBeGreaterThan(3))
})

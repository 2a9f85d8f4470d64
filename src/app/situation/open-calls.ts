import { identity } from '#data/http.ts'
import { RequestError } from '#data/request-error.ts'
import { FORBIDDEN } from '#engine/conditions/forbidden.ts'
import { GATEWAY_SUBROLE } from '#gateway/lib/gateways/permissions.ts'

/** Names that are closed to whoever signed in with the secret of a gateway. */
interface Closed {
  operations: readonly string[]
  commands: readonly string[]
}

/**
 * From now on such a session is not asked in vain for what the server would refuse: of so many refusals it would take the
 * page for a scanner, and cut it off. All others ask.
 */
export function askOpenOnly({ operations, commands }: Closed): void {
  const only = (names: readonly string[]): ((name: string) => void) => {
    const closed = new Set(names)
    return (name) => {
      if (closed.has(name) && identity.subrole() === GATEWAY_SUBROLE)
        throw new RequestError(0, [{ errorCode: FORBIDDEN, message: '' }], name)
    }
  }
  identity.leave = only(operations)
  identity.order = only(commands)
}

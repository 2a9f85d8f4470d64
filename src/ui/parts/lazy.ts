import { type ComponentType, createElement, type ReactNode, lazy as reactLazy } from 'react'

/** What forgets a failure, of each part that did not come. */
const failures = new Set<() => void>()

/** Whoever draws a part that did not come asks for it again from now on. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/**
 * A component whose code comes when it is drawn. React's own keeps a failure for ever; here a boundary that tries again
 * asks for the code again, since it may have failed for want of a connection.
 */
export function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): (props: P) => ReactNode {
  const begin = () =>
    reactLazy(() => {
      const coming = load()
      coming.catch(() => failures.add(() => (part = begin())))
      return coming
    })
  let part = begin()
  return function Lazy(props) {
    return createElement(part as ComponentType<P>, props)
  }
}

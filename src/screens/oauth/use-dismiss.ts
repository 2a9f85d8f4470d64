import { useEngine } from '#engine/engine.ts'
import { program } from '#session/program.ts'

/** Nobody decides: the request is forgotten and the routing rules say where to go. */
export function useDismiss(): () => void {
  const { go } = useEngine()
  return () => {
    program.forget()
    go?.('/', { replace: true })
  }
}

import { QueryClient } from '@tanstack/react-query'

/** One cache for rows. Calls are not repeated by themselves: a list says that it failed and offers to try again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false } },
  })

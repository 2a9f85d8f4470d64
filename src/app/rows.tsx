import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createQueryClient } from '#data/query-client.ts'
import type { ScreenProps } from '#engine/engine.ts'
import { rowsCache } from './rows-cache.ts'

const client = createQueryClient()
rowsCache.client = client

/** Screens that show rows get the cache; the others start without its code. */
export const withRows =
  (Kind: ComponentType<ScreenProps>): ComponentType<ScreenProps> =>
  (props) => (
    <QueryClientProvider client={client}>
      <Kind {...props} />
    </QueryClientProvider>
  )

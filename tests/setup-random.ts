import fc from 'fast-check'

/**
 * Random tests try the same inputs each time, so that whoever breaks nothing is told of nothing; at night they try
 * others (`GATEHOUSE_SEED`). What fails prints its seed and its path, which find the same input again.
 */
fc.configureGlobal({ seed: Number(process.env.GATEHOUSE_SEED ?? 20_261) })

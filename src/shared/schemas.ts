/** The schema library, set up before any schema is made: vocabulary takes it from here. */
import { z } from 'zod';

// No code generation at run time: the window's content security policy forbids it, and reports each attempt.
z.config({ jitless: true });

export { z };

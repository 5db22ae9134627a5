/* Programs that are odd, broken or hostile, each a mode of one function. */
#ifndef HOSTILE_H
#define HOSTILE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Does what a mode says. `folder` is where it may write. Returns when the mode lets the program go on, which then gives
   its answer; otherwise never. A name that is no mode exits with 99. */
void hostile(const char *mode, const char *folder);

/* Throws something that is no std::exception. */
void hostile_throw(void);

#ifdef __cplusplus
}
#endif

#endif

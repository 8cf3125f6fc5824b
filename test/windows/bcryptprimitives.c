/* The one function of a library of Windows that Wine 8 lacks and that programs in Rust and Go, such as esbuild, take their random numbers from. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
	return RtlGenRandom(data, (ULONG)size);
}

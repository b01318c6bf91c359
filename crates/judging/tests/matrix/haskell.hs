import Control.Concurrent
import Control.Monad
import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as C
import Data.Maybe
import System.Exit

depth :: Int -> Int
depth 0 = 0
depth n = 1 + depth (n - 1)
{-# NOINLINE depth #-}

memory :: Int -> IO Int
memory n = do
    kept <- forM [1 .. n] $ \i -> do
        let piece = B.replicate 1048000 (fromIntegral i)
        B.length piece `seq` return piece
    return (sum (map (\piece -> if B.last piece == B.head piece then 1 else 0) kept))

threads :: IO Int
threads = do
    done <- newEmptyMVar
    replicateM_ 4 (forkIO (putMVar done $! sum [1 .. 1000]))
    sum <$> replicateM 4 (takeMVar done)

number :: C.ByteString -> Int
number = fst . fromJust . C.readInt

main :: IO ()
main = do
    (command : first : numbers) <- C.words <$> B.getContents
    let n = number first
    case C.unpack command of
        "sum" -> print (n + sum (map number numbers))
        "depth" -> print (depth n)
        "memory" -> memory n >>= print
        "exit" -> exitWith (ExitFailure 3)
        "throw" -> error "on purpose"
        "divide" -> print (1000 `div` n)
        "output" -> replicateM_ n (putStrLn "1234567")
        "threads" -> threads >>= print
        _ -> return ()
